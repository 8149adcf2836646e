/** Scripts of Node that say no types: what they call is a known package's all the same. */
import { describe, expect, it } from 'vitest';
import { collect } from '../collect.js';

const MANIFEST = '{"name":"app","version":"1.0.0","devDependencies":{"mocha":"11","absent":"1"}}';

describe('plain scripts', () => {
  it('call packages without types by the names that require gives them', async () => {
    const { pairs, quality } = await collect({
      'package.json': MANIFEST,
      'lib/a.js': `
        const whole = require('untyped');
        const { part: renamed } = require('untyped');
        var member = require('untyped').member;
        exports.run = function run() { whole(1); whole.inner(2); renamed(3); member(4); require('absent')(5); };
        exports.chain = function chain() {
          const made = whole.agent();
          made.get('/').expect(200);
          return whole(1).post('/').end();
        };`,
      'node_modules/untyped/package.json': '{"name":"untyped","version":"3.0.0"}',
      'node_modules/untyped/index.js': 'module.exports = () => 1;',
    });
    expect(pairs('CALLS').filter((pair) => / -> (untyped|absent) /.test(pair))).toEqual([
      'lib/a.js/chain(). -> untyped agent().',
      'lib/a.js/chain(). -> untyped default().',
      'lib/a.js/run(). -> absent default().',
      'lib/a.js/run(). -> untyped default().',
      'lib/a.js/run(). -> untyped inner().',
      'lib/a.js/run(). -> untyped member().',
      'lib/a.js/run(). -> untyped part().',
    ]);
    // The absent package is no file, yet its function has a name.
    expect(quality).toMatchObject({ unresolved: 0, imports_unresolved: 1 });
  });

  it('call Node by the types that come with the workbench, where the project has none', async () => {
    const { pairs, quality } = await collect({
      'package.json': MANIFEST,
      'lib/a.js': `var fs = require('node:fs'); exports.read = function read(name) { return fs.readFileSync(name); };`,
    });
    expect(pairs('CALLS')).toEqual([
      'lib/a.js/ -> @types/node module.d.ts/"module"/global/require.',
      'lib/a.js/read(). -> @types/node fs.d.ts/"fs"/readFileSync().',
    ]);
    expect(pairs('SYSCALLS').length).toBeGreaterThan(0);
    expect(quality).toMatchObject({ unresolved: 0, imports_unresolved: 0 });
  });

  it('name the test runner that the package asks for, and no other', async () => {
    const files = { 'test/a.js': `describe('a', () => { it('b', () => {}); expect(1); });` };
    const { pairs, quality } = await collect({ 'package.json': MANIFEST, ...files });
    expect(pairs('CALLS').filter((pair) => pair.includes('mocha'))).toEqual([
      'test/a.js/ -> mocha describe().',
      'test/a.js/ -> mocha it().',
    ]);
    expect(quality).toMatchObject({ unresolved: 1 });
    const { quality: none } = await collect(files);
    expect(none).toMatchObject({ unresolved: 3 });
  });

  it('name the test runner that the workspace’s own manifest asks for, of its members too', async () => {
    const { pairs, quality } = await collect({
      'package.json': '{"name":"root","workspaces":["one"],"devDependencies":{"vitest":"4"}}',
      'one/package.json': '{"name":"one","version":"1.0.0"}',
      'one/a.test.ts': `describe('a', () => { it('b', () => { expect(1).toBe(1); }) });`,
    });
    expect(pairs('CALLS').map((pair) => pair.split(' -> ')[1])).toEqual([
      'vitest describe().',
      'vitest it().',
      'vitest expect().',
    ]);
    expect(quality).toMatchObject({ calls: 4, external: 4, unresolved: 0 });
  });

  it('follow no variable that may be given anew', async () => {
    const { quality } = await collect({
      'package.json': MANIFEST,
      'lib/a.js': `exports.run = function run(other) { let made = require('absent')(); made = other; made.get(); };`,
    });
    expect(quality).toMatchObject({ external: 2, unresolved: 1 });
  });

  it('follow what is mixed into an application and what packages without types give, and say the rest is unresolved', async () => {
    const { pairs, quality } = await collect({
      'package.json':
        '{"name":"app","version":"1.0.0","dependencies":{"merge-descriptors":"1","absent":"1"}}',
      'lib/application.js': `
        var app = exports = module.exports = {};
        app.init = function init() { this.set('x'); };
        app.set = function set(name) { return name; };
        ['get', 'post'].forEach(function (method) { app[method] = function () { return app.set(method); }; });`,
      'lib/express.js': `
        var mixin = require('merge-descriptors'), events = require('node:events');
        var proto = require('./application');
        exports = module.exports = create;
        function create() { var app = function () {}; mixin(app, events.EventEmitter.prototype, false); mixin(app, proto, false); app.init(); app.on('x', create); return app; }`,
      'index.js': `
        var create = require('./lib/express'), agent = require('absent');
        var app = create();
        app.set('y'); app.get('/', function (req, res) { res.send(); });
        var made = agent(app); made.expect(200);`,
    });
    expect(pairs('CALLS').filter((pair) => pair.includes('Emitter'))).toEqual([
      expect.stringMatching(
        /^lib\/express.js\/create\(\). -> @types\/node .*EventEmitter#on\(\).$/u,
      ),
    ]);
    expect(pairs('CALLS').filter((pair) => !pair.includes('@types/node'))).toEqual([
      'index.js/ -> absent default().',
      'index.js/ -> lib/application.js/app.set().',
      'index.js/ -> lib/express.js/create().',
      'index.js/ -> typescript lib/lib.es5.d.ts/Function#call().',
      'lib/application.js/ -> lib/application.js/app.set().',
      'lib/application.js/ -> typescript lib/lib.es5.d.ts/Array#forEach().',
      'lib/application.js/app.init(). -> lib/application.js/app.set().',
      'lib/express.js/create(). -> lib/application.js/app.init().',
      'lib/express.js/create(). -> merge-descriptors default().',
    ]);
    // Who calls the handler, and with what, nobody here says.
    expect(quality).toMatchObject({ unresolved: 1 });
  });

  it('count a call of a parameter by value, however well known what is passed', async () => {
    const { quality } = await collect({
      'lib/a.js': `function one() {} exports.each = function each(f) { f(); }; exports.each(one);`,
    });
    expect(quality).toMatchObject({ resolved: 1, by_value: 1, unresolved: 0 });
  });
});
