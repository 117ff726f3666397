import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Minutes each, in files that are small: whoever comes to them last waits for one core. */
const SLOW = ['tests/database/bad-input-http', 'supabase/tests/database/races/', 'tests/sim/'];

/** Vitest’s own order, which begins with the largest files, behind those that take longest. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) =>
      SLOW.some((part) => moduleId.includes(part));
    return [...usual.filter(isSlow), ...usual.filter((file) => !isSlow(file))];
  }
}
