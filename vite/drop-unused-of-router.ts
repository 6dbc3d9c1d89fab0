/**
 * The router wraps its components at module level and then names them, which keeps those that nobody uses in the
 * bundle (forms, fetchers, the prefetching of another mode). Marked pure and unnamed, they go.
 */
export const dropUnusedOfRouter = {
  name: 'drop-unused-of-router',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/production\/.*\.js$/ },
    handler: (code: string) => ({
      code: code
        // Nobody watches the router's inside: the code that would report to a watcher goes too.
        .replaceAll(/\b(?:init|opts\?)\.instrumentations\b/g, 'undefined')
        .replaceAll('= consumeInstrumentationClientResultMetaReceiver(router)', '= undefined')
        // Advice for those who write routes.
        .replace(/(?<!function )\bwarning\(/g, 'false && warning(')
        .replace(
          /(?<!function )\binvariant\(((?:[^()`"';]|\((?:[^()]|\([^()]*\))*\))*?),\s*(?:`[^`]*`|"[^"]*")\s*\)/g,
          'invariant($1)',
        )
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(/= (React\$1\.(?:forwardRef|createContext|memo|lazy)\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }),
  },
};
