export { keyringMissing, startKeyring } from '../src/main/keychain/private-keyring.ts';
