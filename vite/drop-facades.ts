import type { Plugin } from 'vite';
import { isPart, ofEveryStart } from './first-look.ts';

/** A chunk that does nothing but hand on what another one has: the bundler's way to import a module out of a group. */
const facade = /^export\{([^}]+)\}from["`']\.\/([^"`']+)["`'];?\s*$/;

/**
 * Modules of a group that are imported when they are needed (`import('…')`) each get a script of some fifty bytes that names
 * their exports by those of the group. A page asked for 25 of them, and a device kept as many copies, each with a cost of its own.
 * Here the group is imported in their place, and what it calls the exports stands where they are used. Screens and parts that
 * the server names by the build's manifest keep theirs.
 */
export const dropFacades: Plugin = {
  name: 'drop-facades',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const isStatic = (name: string) => chunks.some(({ imports }) => imports.includes(name));
      for (const { fileName, code, isEntry, facadeModuleId } of chunks) {
        const [, exported = '', target = ''] = facade.exec(code) ?? [];
        if (target === '' || isEntry || isStatic(fileName) || isNamedByServer(facadeModuleId ?? '')) continue;
        const folder = fileName.slice(0, fileName.lastIndexOf('/') + 1);
        const name = fileName.slice(folder.length);
        const names = exported.split(',').map((one) => {
          const [own = '', as = own] = one.split(' as ');
          return `${as}:e.${own}`;
        });
        const imported = new RegExp(String.raw`import\((["\`'])\./${escaped(name)}\1\)`, 'g');
        for (const chunk of chunks)
          chunk.code = chunk.code
            .replaceAll(imported, `import("./${target}").then(e=>({${names.join(',')}}))`)
            .replaceAll(`"${fileName}"`, `"${folder}${target}"`);
        const left = chunks.find((chunk) => chunk.fileName !== fileName && chunk.code.includes(`/${name}`));
        if (left) this.error(`${left.fileName} names ${name} in a way that is not known here.`);
        delete bundle[fileName];
      }
    },
  },
};

const escaped = (text: string) => text.replaceAll(/[.$]/g, String.raw`\$&`);
const isNamedByServer = (id: string) => isPart(id) || /\/routes\/.*\.tsx$/.test(id) || ofEveryStart(id);
