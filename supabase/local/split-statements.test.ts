import { describe, expect, it } from 'vitest';
import { splitStatements } from './split-statements.ts';

const texts = (source: string) => splitStatements(source).map((statement) => statement.text);

describe('splitting SQL', () => {
  it.each([
    ['two statements', 'select 1; select 2;', ['select 1', 'select 2']],
    ['the last one without a semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
    ['a semicolon in a string', `select 'a;b'; select 2`, [`select 'a;b'`, 'select 2']],
    ['a doubled quote', `select 'it''s; ok'; select 2`, [`select 'it''s; ok'`, 'select 2']],
    ['a backslash in a plain string', `select 'a\\'; select 2`, [`select 'a\\'`, 'select 2']],
    ['an escape string', `select E'a\\'; b'; select 2`, [`select E'a\\'; b'`, 'select 2']],
    ['a name that ends in e', `select name'x;y'; select 2`, [`select name'x;y'`, 'select 2']],
    ['a quoted name', `select "a;b"; select 2`, [`select "a;b"`, 'select 2']],
    ['dollar quotes', `do $$ begin; end $$; select 2`, [`do $$ begin; end $$`, 'select 2']],
    [
      'a dollar quote with a tag around another',
      `do $body$ x := $$;$$; $body$; select 2`,
      [`do $body$ x := $$;$$; $body$`, 'select 2'],
    ],
    ['parameters are no dollar quotes', 'select $1; select $2', ['select $1', 'select $2']],
    ['a line comment', 'select 1 -- no; end\n; select 2', ['select 1 -- no; end', 'select 2']],
    [
      'nested comments',
      'select /* a /* ; */ ; */ 1; select 2',
      ['select /* a /* ; */ ; */ 1', 'select 2'],
    ],
    ['only comments', '-- nothing;\n/* ; */', []],
    ['empty statements', ';;select 1;;', ['select 1']],
  ])('%s', (_name, source, expected) => {
    expect(texts(source)).toEqual(expected);
  });

  it('keeps the body of a standard SQL function in one piece', () => {
    const body = `create function f() returns int begin atomic
      select case when true then 1 else 2 end;
      select 2;
    end`;
    expect(texts(`${body}; select 3`)).toEqual([body, 'select 3']);
  });

  it('says on which line a statement starts', () => {
    const source = 'select 1;\n\n-- about two\nselect 2;\n  select 3;';
    expect(splitStatements(source).map((statement) => statement.line)).toEqual([1, 3, 5]);
  });

  it('keeps a comment with the statement it stands above', () => {
    expect(texts('select 1;\n-- why\nselect 2;')).toEqual(['select 1', '-- why\nselect 2']);
  });
});
