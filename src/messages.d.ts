declare module '*.po?first' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.po?later' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}

interface TrustedTypePolicyRules {
  createHTML?: (given: string) => string;
  createScript?: (given: string) => string;
  createScriptURL?: (given: string) => string;
}
interface TrustedTypePolicyMade {
  createHTML(given: string): string;
  createScript(given: string): string;
  createScriptURL(given: string): string;
}
interface Window {
  trustedTypes?: { createPolicy(name: string, rules: TrustedTypePolicyRules): TrustedTypePolicyMade };
}
interface ImportMetaEnv {
  readonly CONTRACT_HASH?: string;
  readonly DEV: boolean;
  readonly SSR: boolean;
}
declare module '*.css';
declare module '*.woff2?url' {
  const address: string;
  export default address;
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}

/** Address of the built catalogue worker. */
declare module '*catalogue-worker.ts?worker&url' {
  const address: string;
  // oxlint-disable-next-line import/no-default-export -- the form of a worker address
  export default address;
}
