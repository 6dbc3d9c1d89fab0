// Says which rows of docs/requirements.md are carried by a test title.
//
//   npm run requirements -- [--section R4] [--missing] [--json]
//
// It reads *.test.*, *.spec.* and *.e2e.*
// files under tests/ and e2e/, and *.test.* / *.spec.* files under src/ and
// server/. An ID counts only inside the title literal of a test() or it() call
// that really runs. Not counted: comments, describe titles, .skip .todo .fixme
// .fails, skipIf/runIf, xit/xtest, blocks of describe.skip, an unconditional
// test.skip() in the body, { skip: true }, and tests without a body.

const USAGE = 'usage: npm run requirements -- [--section R4] [--missing] [--json]';
const ID = /(?<![A-Za-z0-9.])R\d\.\d+/g; // a wrong form (R2.7) is reported as unknown

Promise.all([import('node:fs'), import('node:path')])
  .then(([fs, path]) => main(fs, path))
  .catch((error) => {
    console.error(`requirements-coverage: ${error.message}`);
    process.exitCode = 2;
  });

function main(fs, path) {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const requirements = readRequirements(fs, path);
  const files = testFiles(fs, path, process.cwd());
  const tests = [];
  for (const file of files) {
    for (const found of findTests(fs.readFileSync(file, 'utf8'))) {
      tests.push({ ...found, file: path.relative(process.cwd(), file).split(path.sep).join('/') });
    }
  }
  report(options, requirements, files, tests);
}

function parseOptions(args) {
  const options = { section: null, missing: false, json: false, help: false };
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i];
    if (arg === '--missing') options.missing = true;
    else if (arg === '--json') options.json = true;
    else if (arg === '--help' || arg === '-h') options.help = true;
    else if (arg === '--section' || arg.startsWith('--section=')) {
      const value = arg === '--section' ? args[(i += 1)] : arg.slice('--section='.length);
      const match = /^R?(\d)$/i.exec(value ?? '');
      if (!match) throw new Error(`--section needs R0 to R9; ${USAGE}`);
      options.section = `R${match[1]}`;
    } else throw new Error(`unknown option ${arg}; ${USAGE}`);
  }
  return options;
}

function readRequirements(fs, path) {
  const file = path.resolve(path.dirname(process.argv[1]), 'requirements.md');
  if (!fs.existsSync(file)) throw new Error('docs/requirements.md not found');
  const rows = new Map();
  for (const line of fs.readFileSync(file, 'utf8').split('\n')) {
    const match = /^\|\s*(R\d\.\d{2,3})\s*\|(.*)\|\s*$/.exec(line);
    if (!match) continue;
    if (rows.has(match[1])) throw new Error(`${match[1]} is in requirements.md twice`);
    const cells = match[2].split(/(?<!\\)\|/).map((cell) => cell.trim());
    rows.set(match[1], { id: match[1], section: match[1].slice(0, 2), text: cells[0], shownBy: cells[1] ?? '' });
  }
  if (rows.size === 0) throw new Error('requirements.md has no rows');
  return rows;
}

function testFiles(fs, path, root) {
  const found = [];
  const walk = (folder, pattern) => {
    let entries;
    try {
      entries = fs.readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) walk(full, pattern);
      } else if (entry.isFile() && pattern.test(entry.name)) found.push(full);
    }
  };
  const own = /\.(test|spec|e2e)\.[cm]?[jt]sx?$/;
  const beside = /\.(test|spec)\.[cm]?[jt]sx?$/;
  for (const folder of ['tests', 'e2e']) walk(path.join(root, folder), own);
  for (const folder of ['src', 'server']) walk(path.join(root, folder), beside);
  return found;
}

// ---- reading one test file -------------------------------------------------

const REGEX_BEFORE_WORD = new Set(['return', 'typeof', 'case', 'in', 'of', 'do', 'else', 'void', 'delete', 'await', 'yield', 'throw', 'new', 'instanceof']);

// Tokens: id, str (quoted text), tpl (template text without its ${} parts), p
// (one punctuation character), other (numbers, regular expressions).
function tokenize(source) {
  return tokenizeFrom(source, 0, false).tokens;
}

// With `inTemplate` it reads the code of a ${} part and ends behind its brace.
function tokenizeFrom(source, start, inTemplate) {
  const tokens = [];
  const n = source.length;
  let depth = 1;
  let i = start;
  const push = (type, value) => tokens.push({ type, value });
  while (i < n) {
    const c = source[i];
    const next = source[i + 1];
    if (/\s/.test(c)) i += 1;
    else if (c === '#' && next === '!' && i === 0) i = lineEnd(source, i);
    else if (c === '/' && next === '/') i = lineEnd(source, i);
    else if (c === '/' && next === '*') {
      const end = source.indexOf('*/', i + 2);
      i = end < 0 ? n : end + 2;
    } else if (c === "'" || c === '"') {
      const [text, end] = quoted(source, i);
      push('str', text);
      i = end;
    } else if (c === '`') {
      const [text, end] = template(source, i);
      push('tpl', text);
      i = end;
    } else if (/[A-Za-z_$\u0080-\uffff]/.test(c)) {
      let j = i + 1;
      while (j < n && /[\w$\u0080-\uffff]/.test(source[j])) j += 1;
      push('id', source.slice(i, j));
      i = j;
    } else if (/[0-9]/.test(c)) {
      let j = i + 1;
      while (j < n && /[\w.]/.test(source[j])) j += 1;
      push('other', source.slice(i, j));
      i = j;
    } else if (c === '/' && regexMayStart(tokens, next)) {
      const end = regexEnd(source, i);
      if (end < 0) {
        push('p', c);
        i += 1;
      } else {
        push('other', source.slice(i, end));
        i = end;
      }
    } else {
      push('p', c);
      i += 1;
      if (c === '{') depth += 1;
      if (c === '}') depth -= 1;
      if (inTemplate && depth === 0) break;
    }
  }
  return { tokens, end: i };
}

function lineEnd(source, i) {
  const end = source.indexOf('\n', i);
  return end < 0 ? source.length : end;
}

// A quote that is not closed on its line (an apostrophe in JSX text) ends there.
function quoted(source, start) {
  const quote = source[start];
  let text = '';
  for (let i = start + 1; i < source.length; i += 1) {
    const c = source[i];
    if (c === '\\') {
      text += source[i + 1] ?? '';
      i += 1;
    } else if (c === quote) return [text, i + 1];
    else if (c === '\n') return ['', start + 1];
    else text += c;
  }
  return ['', start + 1];
}

function template(source, start) {
  let text = '';
  let i = start + 1;
  while (i < source.length) {
    const c = source[i];
    if (c === '\\') {
      text += source[i + 1] ?? '';
      i += 2;
    } else if (c === '`') return [text, i + 1];
    else if (c === '$' && source[i + 1] === '{') {
      text += '\u0000';
      i = tokenizeFrom(source, i + 2, true).end;
    } else {
      text += c;
      i += 1;
    }
  }
  return [text, source.length];
}

function regexMayStart(tokens, next) {
  if (next === '>') return false; // the end of a JSX element
  const last = tokens[tokens.length - 1];
  if (!last) return true;
  if (last.type === 'id') return REGEX_BEFORE_WORD.has(last.value);
  if (last.type !== 'p') return false;
  return '(,=:[!&|?{;+-*%>~^'.includes(last.value);
}

function regexEnd(source, start) {
  let inClass = false;
  for (let i = start + 1; i < source.length; i += 1) {
    const c = source[i];
    if (c === '\n') return -1;
    if (c === '\\') i += 1;
    else if (c === '[') inClass = true;
    else if (c === ']') inClass = false;
    else if (c === '/' && !inClass) {
      let j = i + 1;
      while (j < source.length && /[a-z]/.test(source[j])) j += 1;
      return j;
    }
  }
  return -1;
}

const OPEN = { '(': ')', '[': ']', '{': '}' };

// For every opening bracket the index of its closing one; an unmatched one ends
// where the bracket around it ends.
function matchBrackets(tokens) {
  const close = new Map();
  const stack = [];
  tokens.forEach((token, index) => {
    if (token.type !== 'p') return;
    if (OPEN[token.value]) stack.push(index);
    else if (')]}'.includes(token.value)) {
      let at = stack.length - 1;
      while (at >= 0 && OPEN[tokens[stack[at]].value] !== token.value) at -= 1;
      if (at < 0) return;
      while (stack.length > at) close.set(stack.pop(), index);
    }
  });
  for (const index of stack) close.set(index, tokens.length);
  return close;
}

const is = (token, value) => token?.type === 'p' && token.value === value;

function testNames(tokens) {
  const names = new Set(['test', 'it', 'xit', 'xtest', 'describe', 'xdescribe', 'suite']);
  for (let pass = 0; pass < 2; pass += 1) {
    tokens.forEach((token, i) => {
      if (token.type !== 'id' || !is(tokens[i + 1], '=') || tokens[i + 2]?.type !== 'id') return;
      const extended = is(tokens[i + 3], '.') && tokens[i + 4]?.value === 'extend';
      const renamed = names.has(tokens[i + 2].value) && !is(tokens[i + 3], '(') && !is(tokens[i + 3], '.') && !is(tokens[i + 3], '=');
      if (extended || renamed) names.add(token.value);
    });
  }
  return names;
}

const OFF = new Set(['skip', 'todo', 'fixme', 'fails', 'fail', 'skipIf', 'runIf']);
const PASS = new Set(['only', 'concurrent', 'sequential', 'each', 'for', 'parallel', 'serial', 'shuffle', 'describe', 'slow', ...OFF]);

function findTests(source) {
  const tokens = tokenize(source);
  const close = matchBrackets(tokens);
  const names = testNames(tokens);
  const calls = [];
  const bodySkips = [];

  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (token.type !== 'id') continue;
    // ctx.skip() / context.skip() of a running test
    if (['ctx', 'context', 't'].includes(token.value) && is(tokens[i + 1], '.') && tokens[i + 2]?.value === 'skip' && is(tokens[i + 3], '(')) {
      if (unconditional(tokens, i + 3, close)) bodySkips.push(i);
      continue;
    }
    if (!names.has(token.value) || is(tokens[i - 1], '.') || tokens[i - 1]?.value === 'function') continue;
    const members = []; // .done: the table of each/for or the condition of skipIf is behind us
    let j = i + 1;
    let valid = true;
    while (valid) {
      if (is(tokens[j], '.') && tokens[j + 1]?.type === 'id') {
        members.push(tokens[j + 1].value);
        valid = PASS.has(tokens[j + 1].value);
        j += 2;
      } else if (is(tokens[j], '(') && ['each', 'for', 'skipIf', 'runIf'].includes(members[members.length - 1]) && !members.done) {
        j = close.get(j) + 1; // the table; the call with the title follows
        members.done = true;
      } else if (tokens[j]?.type === 'tpl' && ['each', 'for'].includes(members[members.length - 1])) {
        j += 1;
        members.done = true;
      } else break;
    }
    if (!valid || !is(tokens[j], '(')) continue;
    const end = close.get(j);
    const block = ['describe', 'xdescribe', 'suite'].includes(token.value) || members.includes('describe');
    const first = tokens[j + 1];
    const titled = first?.type === 'str' || first?.type === 'tpl';
    const off = members.some((m) => OFF.has(m)) || token.value.startsWith('x');
    if (off && !titled && !block && !members.done) {
      // test.skip() and test.skip(true, '...') inside a body, a block or a file
      if (unconditional(tokens, j, close)) bodySkips.push(i);
      continue;
    }
    calls.push({ open: j, end, block, off, titled, start: i });
  }

  const offRanges = calls.filter((c) => c.block && (c.off || optionOff(tokens, c, close))).map((c) => [c.open, c.end]);
  for (const at of bodySkips) {
    let inner = null;
    for (const call of calls) {
      if (call.open < at && at < call.end && (!inner || call.open > inner.open)) inner = call;
    }
    const from = inner ? inner.open : -1;
    if (insideIf(tokens, close, from, at)) continue;
    offRanges.push([from - 1, inner ? inner.end : tokens.length]);
  }

  const result = [];
  for (const call of calls) {
    if (call.block || !call.titled) continue;
    const { title, after } = readTitle(tokens, call, close);
    const ids = [...new Set(Array.from(title.matchAll(ID), (m) => m[0]))];
    if (ids.length === 0) continue;
    const inOff = offRanges.some(([from, to]) => call.open > from && call.open < to);
    const noBody = after >= call.end || after + 1 >= call.end || emptyBody(tokens, call);
    const counted = !call.off && !inOff && !noBody && !optionOff(tokens, call, close);
    const asserts = tokens.slice(after, call.end).some((t) => t.type === 'id' && /expect|assert|should|verify|check/i.test(t.value));
    result.push({ title: title.replaceAll('\u0000', '${}'), ids, counted, asserts });
  }
  return result;
}

function insideIf(tokens, close, from, at) {
  for (let k = from + 1; k < at; k += 1) {
    if (tokens[k].value !== 'if' || tokens[k].type !== 'id' || !is(tokens[k + 1], '(')) continue;
    const start = close.get(k + 1) + 1;
    if (start === at || (is(tokens[start], '{') && start < at && at < close.get(start))) return true;
  }
  return false;
}

function unconditional(tokens, open, close) {
  const first = tokens[open + 1];
  if (close.get(open) === open + 1) return true;
  if (first.type === 'str' || first.type === 'tpl') return true;
  return first.type === 'id' && first.value === 'true' && (is(tokens[open + 2], ',') || is(tokens[open + 2], ')'));
}

// The literals of the first argument; `after` is the index of the comma behind it.
function readTitle(tokens, call, close) {
  let title = '';
  let i = call.open + 1;
  while (i < call.end && !is(tokens[i], ',')) {
    if (tokens[i].type === 'str' || tokens[i].type === 'tpl') title += tokens[i].value;
    if (tokens[i].type === 'p' && OPEN[tokens[i].value]) {
      title += '\u0000';
      i = close.get(i);
    } else if (tokens[i].type === 'id') title += '\u0000';
    i += 1;
  }
  return { title, after: i };
}

function emptyBody(tokens, call) {
  let last = call.end - 1;
  if (is(tokens[last], ',')) last -= 1;
  return is(tokens[last], '}') && is(tokens[last - 1], '{') && (is(tokens[last - 2], '>') || is(tokens[last - 2], ')'));
}

// test('title', { skip: true }, ...) and the like
function optionOff(tokens, call, close) {
  let i = call.open + 1;
  while (i < call.end) {
    if (is(tokens[i], '{') && is(tokens[i - 1], ',')) {
      const end = close.get(i);
      for (let k = i + 1; k < end; k += 1) {
        if (tokens[k].type === 'p' && OPEN[tokens[k].value]) k = close.get(k);
        else if (['skip', 'todo', 'fails'].includes(tokens[k].value) && is(tokens[k + 1], ':') && tokens[k + 2]?.value === 'true') return true;
      }
      i = end;
    } else if (tokens[i].type === 'p' && OPEN[tokens[i].value]) i = close.get(i);
    i += 1;
  }
  return false;
}

// ---- the report ------------------------------------------------------------

function report(options, requirements, files, tests) {
  const shownBy = new Map();
  const notCounted = new Map();
  const unknown = new Map();
  const add = (map, key, value) => map.set(key, [...(map.get(key) ?? []), value]);
  for (const test of tests) {
    for (const id of test.ids) {
      if (!requirements.has(id)) add(unknown, id, test.file);
      else add(test.counted ? shownBy : notCounted, id, test);
    }
  }
  const rows = [...requirements.values()].filter((row) => !options.section || row.section === options.section);
  const inScope = (id) => !options.section || id.startsWith(`${options.section}.`);
  const names = [...new Set(rows.map((row) => row.section))].sort();
  if (names.length === 0) throw new Error(`no rows in section ${options.section}`);
  const sections = names.map((name) => {
    const own = rows.filter((row) => row.section === name);
    const missing = own.filter((row) => !shownBy.has(row.id)).map((row) => row.id);
    return { section: name, total: own.length, shown: own.length - missing.length, missing };
  });
  const shown = sections.reduce((sum, s) => sum + s.shown, 0);
  const unknownList = [...unknown].filter(([id]) => inScope(id)).sort().map(([id, where]) => ({ id, files: [...new Set(where)] }));
  const onlySkipped = rows.filter((row) => notCounted.has(row.id) && !shownBy.has(row.id)).map((row) => row.id);
  const unasserted = rows.filter((row) => shownBy.get(row.id)?.every((test) => !test.asserts)).map((row) => row.id);

  if (options.json) {
    const json = { files: files.length, total: rows.length, shown, sections, unknown: unknownList, onlySkipped, noAssertionSeen: unasserted };
    if (options.missing) {
      json.missing = rows.filter((row) => !shownBy.has(row.id)).map(({ id, text, shownBy: how }) => ({ id, text, how }));
    }
    console.log(JSON.stringify(json, null, 2));
    return;
  }
  for (const s of sections) {
    const tail = s.missing.length === 0 ? 'complete' : `missing ${ranges(s.missing)}`;
    console.log(`${s.section}  total ${s.total}  shown ${s.shown}  ${tail}`);
  }
  if (options.missing) {
    for (const row of rows) if (!shownBy.has(row.id)) console.log(`  ${row.id}  ${row.text}`);
  }
  if (onlySkipped.length) console.log(`only in tests that do not run: ${onlySkipped.join(' ')}`);
  if (unasserted.length) console.log(`no assertion seen in the tests of: ${unasserted.join(' ')}`);
  for (const { id, files: where } of unknownList) console.log(`unknown ID ${id} in ${where.join(', ')}`);
  console.log(`requirements shown: ${shown} of ${rows.length}`);
}

function ranges(ids) {
  const parts = [];
  for (const id of ids) {
    const last = parts[parts.length - 1];
    const number = Number(id.slice(3));
    if (last && Number(last.to.slice(3)) + 1 === number) last.to = id;
    else parts.push({ from: id, to: id });
  }
  return parts.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(' ');
}
