// Orders test files, so that none of the long ones runs alone at the end while the other core has nothing to do.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * `names` is how the paths of long files end, in the order in which they begin. All others follow as Vitest orders them,
 * which knows how long a file takes only where it ran before.
 */
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
