import { expect, test } from 'vitest';
import { ANSWER_CASES, expectedOf, FIELD_CASES } from '#domain/forms/form-cases.ts';
import { jsonText } from '#domain/forms/json-text.ts';
import type { Sql } from '#supabase/local/database/database.ts';

/** Forms are filled in offline and by strangers: both sides say the same of fields and answers. */
export const formsAndAnswers = (sql: Sql): void => {
  test('what may be answered', async () => {
    const rows = await sql<{ what: string; checked: unknown }>(
      `select c.what, private.check_answers(c.fields, c.given) as checked
       from jsonb_to_recordset($1::jsonb) c (what text, fields jsonb, given jsonb)`,
      [JSON.stringify(ANSWER_CASES.map(([what, fields, given]) => ({ what, fields, given })))],
    );
    expect(Object.fromEntries(rows.map(({ what, checked }) => [what, checked]))).toEqual(
      Object.fromEntries(ANSWER_CASES.map((one) => [one[0], expectedOf(one)])),
    );
  });

  test('what may be published', async () => {
    const rows = await sql<{ what: string; fine: boolean }>(
      `select c.what, private.is_form_fields(c.fields) as fine
       from jsonb_to_recordset($1::jsonb) c (what text, fields jsonb)`,
      [JSON.stringify(FIELD_CASES.map(([what, fields]) => ({ what, fields })))],
    );
    expect(Object.fromEntries(rows.map(({ what, fine }) => [what, fine]))).toEqual(
      Object.fromEntries(FIELD_CASES.map(([what, , fine]) => [what, fine])),
    );
  });

  test('how a value is written down before it is sealed', async () => {
    const values = [
      ...ANSWER_CASES.map((one) => expectedOf(one).answers),
      ...FIELD_CASES.flatMap(([, fields, fine]) => (fine ? [fields] : [])),
      { q10: 'a "b" \\ \n \t \u0001 / é 😀 \u2028', q2: [1, 0.5, -3, true, null, {}, []] },
    ];
    const rows = await sql<{ text: string }>(
      `select value::text as text from jsonb_array_elements($1::jsonb) with ordinality order by ordinality`,
      [JSON.stringify(values)],
    );
    expect(rows.map(({ text }) => text)).toEqual(values.map(jsonText));
  });
};
