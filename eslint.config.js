import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const only = (names, places) => ({
  group: [...names],
  message: `Only ${places} may import this: the rest goes through it.`,
});

const keytar = only(['keytar'], 'src/main/keychain/keytar.ts');
const electron = only(
  ['electron', 'electron/*'],
  'src/main/electron.ts, src/main/desktop/ and src/preload/electron.ts',
);
const playwright = only(
  ['playwright', 'playwright/*', 'playwright-core'],
  'src/main/desktop/ and src/main/chromium.ts',
);
const outOfMain = {
  group: ['**/main/**', '**/preload/**'],
  message: 'The page and the shared language know nothing of main: add a call to contract.ts.',
};
const node = {
  regex: '^node:',
  message: 'There is no Node here: ask main by a call of contract.ts.',
};
const notInPlayer = {
  group: ['svelte', 'svelte/*', '**/*.svelte', '**/*.svelte.ts'],
  message: 'The player knows no Svelte: screens drive it and show what it tells.',
};
const notInUi = {
  group: ['../live/**', '../library/**', '../connect/**', '../screens/**', '../shell/**'].concat([
    '../state/**',
    '../player/**',
    '../bridge.ts',
    '**/shared/**',
  ]),
  message: 'ui/ holds no domain words: give it what it shows by props.',
};

/** The layers, as sentences. The last block that fits a file decides. */
const layer = (files, patterns, more = {}) => ({
  files,
  ...more,
  rules: { 'no-restricted-imports': ['error', { patterns }], ...more.rules },
});

const tests = ['**/*.test.ts', '**/*.test.mjs', 'e2e/**', 'src/**/testing/**'];

export default ts.config(
  { ignores: ['out/', 'node_modules/', 'test-results/', 'playwright-report/', '.cache/'] },
  js.configs.recommended,
  { languageOptions: { globals: globals.node } },
  {
    files: ['**/*.{ts,svelte}'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      // TypeScript says it, and knows the globals of each folder.
      'no-undef': 'off',
      // A contract speaks of calls that give nothing: call<void>().
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // env['PATH'] says that the name is not ours.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      // `name || 'Unnamed'` means an empty name, too.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
    },
  },
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser },
      globals: globals.browser,
    },
    rules: {
      // `let { name } = $props()` is how Svelte has it.
      'prefer-const': 'off',
      'svelte/prefer-const': ['error', { destructuring: 'all' }],
      // A Map that only keeps timers, or a URL that is only parsed, is shown by nobody.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    // svelte-check knows the types of events and snippets; this parser sees `any` there.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['**/*.ts'],
    rules: { 'max-lines': ['warn', 300] },
  },
  layer(
    ['src/shared/**'],
    [
      {
        regex: '^(?!\\.{1,2}/|zod$)',
        message: 'The shared language imports nothing but the schema library.',
      },
      outOfMain,
    ],
  ),
  layer(['src/main/**'], [keytar, electron, playwright]),
  layer(['src/main/desktop/**', 'src/main/chromium.ts'], [keytar]),
  layer(['src/main/electron.ts'], [keytar, playwright]),
  layer(['src/main/keychain/keytar.ts'], [electron, playwright]),
  layer(['src/preload/**'], [keytar, electron, playwright]),
  layer(['src/preload/electron.ts'], [keytar, playwright]),
  {
    files: ['src/**'],
    ignores: ['src/main/keychain/keytar.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ImportExpression[source.value="keytar"]', message: keytar.message },
      ],
    },
  },
  layer(['src/renderer/**'], [outOfMain, node, keytar, electron, playwright], {
    languageOptions: { globals: globals.browser },
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'window',
          property: 'tally',
          message: 'Only src/renderer/bridge.ts talks to main.',
        },
      ],
    },
  }),
  layer(['src/renderer/player/**'], [outOfMain, node, keytar, electron, playwright, notInPlayer]),
  layer(['src/renderer/ui/**'], [outOfMain, node, keytar, electron, playwright, notInUi]),
  { files: ['src/renderer/bridge.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: tests,
    rules: {
      'no-restricted-imports': 'off',
      'max-lines': 'off',
      // Vitest's own matchers, such as expect.any(), are `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      // A test's array has the length that the test just gave it.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A fake has methods that do nothing.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/require-await': 'off',
      // `expect(fake.method)` is how one asks a fake.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
