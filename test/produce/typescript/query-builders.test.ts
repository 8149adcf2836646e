import { describe, expect, it } from 'vitest';
import { collect } from '../collect.js';

describe('query builders', () => {
  const found = (): ReturnType<typeof collect> =>
    collect({
      'node_modules/knex/package.json': '{"name":"knex","version":"3.0.0","types":"index.d.ts"}',
      'node_modules/knex/index.d.ts': `export interface Q { where(k: string, v: unknown): Q; update(v: object): Q; join(t: string, a: string, b: string): Q; first(): Q }
        declare const knex: (table: string) => Q; export default knex;`,
      'node_modules/kysely/package.json':
        '{"name":"kysely","version":"1.0.0","types":"index.d.ts"}',
      'node_modules/kysely/index.d.ts': `export declare class Kysely { selectFrom(t: string): this; insertInto(t: string): this }`,
      'node_modules/@supabase/supabase-js/package.json':
        '{"name":"@supabase/supabase-js","version":"2.0.0","types":"index.d.ts"}',
      'node_modules/@supabase/supabase-js/index.d.ts': `export declare class Client { from(t: string): { select(): void; upsert(v: object): void } }`,
      'node_modules/drizzle-orm/package.json':
        '{"name":"drizzle-orm","version":"1.0.0","types":"index.d.ts"}',
      'node_modules/drizzle-orm/index.d.ts': `export declare function pgTable(name: string, columns: object): object;
        export declare class Db { select(): { from(t: object): void }; insert(t: object): { values(v: object): void } }`,
      'node_modules/@prisma/client/package.json':
        '{"name":"@prisma/client","version":"5.0.0","types":"index.d.ts"}',
      'node_modules/@prisma/client/index.d.ts': `export declare class PrismaClient { account: { findMany(): void; upsert(v: object): void } }`,
      'src/a.ts': `import knex from 'knex'; import { Kysely } from 'kysely'; import { Client } from '@supabase/supabase-js'; import { PrismaClient } from '@prisma/client';
        import { Db } from 'drizzle-orm'; import { users } from './schema.js';
        export const byKnex = () => [knex('jobs as j').where('id', 1).first(), knex('runs').where('id', 1).update({}).join('logs', 'a', 'b')];
        export const byKysely = (db: Kysely) => [db.selectFrom('jobs'), db.insertInto('runs')];
        export const bySupabase = (db: Client) => [db.from('jobs').select(), db.from('runs').upsert({})];
        export const byDrizzle = (db: Db) => [db.select().from(users), db.insert(users).values({})];
        export const byPrisma = (db: PrismaClient) => [db.account.findMany(), db.account.upsert({})];
        export const none = (o: { from(t: string): void; insert(t: string): void }) => [o.from('jobs'), o.insert('jobs'), Array.from('jobs')];`,
      'src/schema.ts': `import { pgTable } from 'drizzle-orm'; export const users = pgTable('users', {});`,
    });

  it('touch the table that they name, reading or writing', async () => {
    const touched = (await found()).edges
      .filter((edge) => edge.kind === 'TOUCHES_TABLE')
      .map((edge) => `${edge.src.split('/').at(-1)} ${edge.access} ${edge.dst.split('/').at(-1)}`);
    expect(touched.sort()).toEqual([
      'byDrizzle. read users.',
      'byDrizzle. write users.',
      'byKnex. read jobs.',
      'byKnex. read logs.',
      'byKnex. write runs.',
      'byKysely. read jobs.',
      'byKysely. write runs.',
      'byPrisma. read account.',
      'byPrisma. write account.',
      'bySupabase. read jobs.',
      'bySupabase. write runs.',
    ]);
  });

  it('are found by objection’s models, their relations by name, and by names that slonik and kysely quote', async () => {
    const { edges } = await collect({
      'node_modules/objection/package.json':
        '{"name":"objection","version":"3.0.0","types":"index.d.ts"}',
      'node_modules/objection/index.d.ts': `export interface Query { where(k: string, v: unknown): this; for(id: number): this; insert(v: object): this; patch(v: object): this; patchAndFetchById(id: number, v: object): this; upsertGraph(v: object): this; delete(): this }
        export declare class Model { static query(): Query; static relatedQuery(name: string): Query; $query(): Query; $relatedQuery(name: string): Query; static tableName: string }`,
      'src/models.ts': `import { Model } from 'objection';
        export class Animal extends Model { static override tableName = 'animals' }
        class Human extends Model { static override get tableName() { return 'people' } }
        export class Person extends Human { static relationMappings = () => ({ pets: { relation: 1, modelClass: Animal } });
          static adults() { return this.query().where('age', 18) } rename() { return this.$query().patch({}) } }
        export class Toy extends Model { static override tableName = 'toys'; static get relationMappings() { return { owner: { modelClass: Person } } } }
        export class Nameless extends Model {}`,
      'src/a.ts': `import { Animal, Person, Toy, Nameless } from './models.js';
        export const find = () => Person.query().where('name', 1);
        export const add = () => Animal.query().insert({});
        export const patch = () => Person.query().patchAndFetchById(1, {});
        export const graph = () => Toy.query().upsertGraph({});
        export const pets = (one: Person) => one.$relatedQuery('pets').where('a', 1);
        export const drop = () => Toy.relatedQuery('owner').for(1).delete();
        export const none = (o: { query(): void }) => [o.query(), Nameless.query(), Person.relatedQuery('unknown')];`,
      'src/b.ts': `declare const sql: { type(t: unknown): (parts: TemplateStringsArray, ...xs: unknown[]) => unknown; identifier(names: string[]): unknown; table(name: string): unknown };
        export const users = (id: number) => sql.type(1)\`select id from users where id = \${id}\`;
        export const log = (a: number) => sql.type(1)\`insert into \${sql.identifier(['audit', 'log'])} (a) values (\${a})\`;
        export const jobs = () => sql.type(1)\`delete from \${sql.table('jobs')}\`;
        export const any = (name: string) => sql.type(1)\`delete from \${sql.identifier([name])}\`;`,
    });
    const touched = edges
      .filter((edge) => edge.kind === 'TOUCHES_TABLE')
      .map((edge) => `${edge.src.split('/').at(-1)} ${edge.access} ${edge.dst.split('/').at(-1)}`);
    expect(touched.sort()).toEqual([
      'Person#adults(). read people.',
      'Person#rename(). write people.',
      'add. write animals.',
      'drop. write people.',
      'find. read people.',
      'graph. write toys.',
      'jobs. write jobs.',
      'log. write `audit.log`.',
      'patch. write people.',
      'pets. read animals.',
      'users. read users.',
    ]);
  });
});
