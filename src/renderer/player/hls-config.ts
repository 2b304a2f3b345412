import type { HlsConfig } from 'hls.js';

const once = { timeoutRetry: null, errorRetry: null };
const retrying = (times: number) => ({
  maxNumRetry: times,
  retryDelayMs: 500,
  maxRetryDelayMs: 2000,
});

/** Few own retries: what lasts longer is told to the producer and retried from the start. */
export const hlsConfig: Partial<HlsConfig> = {
  capLevelToPlayerSize: true,
  startLevel: 0,
  testBandwidth: false,
  startFragPrefetch: true,
  lowLatencyMode: false,
  backBufferLength: 10,
  maxBufferLength: 12,
  maxMaxBufferLength: 24,
  liveDurationInfinity: true,
  enableInterstitialPlayback: false,
  enableWebVTT: false,
  enableIMSC1: false,
  enableCEA708Captions: false,
  enableDateRangeMetadataCues: false,
  enableEmsgMetadataCues: false,
  enableID3MetadataCues: false,
  manifestLoadPolicy: {
    default: { maxTimeToFirstByteMs: 8000, maxLoadTimeMs: 10_000, ...once },
  },
  playlistLoadPolicy: {
    default: {
      maxTimeToFirstByteMs: 8000,
      maxLoadTimeMs: 10_000,
      timeoutRetry: retrying(1),
      errorRetry: retrying(3),
    },
  },
  fragLoadPolicy: {
    default: {
      maxTimeToFirstByteMs: 8000,
      maxLoadTimeMs: 30_000,
      timeoutRetry: retrying(1),
      errorRetry: retrying(3),
    },
  },
};
