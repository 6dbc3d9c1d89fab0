/**
 * The only door to zod. `jitless` must be set before the first schema is built: zod's code generation
 * probes `Function`, which the shop's content security policy and Trusted Types forbid.
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
