// Orders test files, so that no long one runs alone at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** `names` are path endings in running order. Others follow in Vitest's order, which knows earlier durations. */
export const createLongestFirstSequencer = (names: readonly string[]) =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const rank = ({ moduleId }: TestSpecification) => {
        const at = names.findIndex((name) => moduleId.endsWith(`/${name}`))
        return at === -1 ? names.length : at
      }
      return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
    }
  }
