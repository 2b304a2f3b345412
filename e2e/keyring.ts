export {
  keyringMissing,
  startKeyring,
  type PrivateKeyring,
} from '../src/main/keychain/private-keyring.ts';
