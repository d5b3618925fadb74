import { gapsJobs } from './jobs.ts'
import { createJudgeFor, type JudgingDeps } from './judge-passages.ts'
import { createGapsRouter } from './router.ts'
import { createGaps } from './service.ts'
import type { GapsDeps } from './ports.ts'

export { JUDGE_TOKENS } from './judge-passages.ts'

type GapsModuleDeps = Omit<GapsDeps, 'judgeFor'> & { readonly judge: JudgingDeps }

export function createGapsModule({ judge, ...deps }: GapsModuleDeps) {
  const service = createGaps({ ...deps, judgeFor: createJudgeFor(judge) })
  return { service, router: createGapsRouter(service), jobs: gapsJobs(service) }
}
