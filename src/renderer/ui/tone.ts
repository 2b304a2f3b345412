/** What a state means, for its colour and its shape. */
export type Tone = 'air' | 'ok' | 'warn' | 'bad' | 'idle' | 'pending' | 'neutral' | 'unknown';
