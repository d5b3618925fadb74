import { evaluationsJobs } from './jobs.ts'
import { createJudge, type JudgingDeps } from './judge.ts'
import { createEvaluationsRouter } from './router.ts'
import { createEvaluations, type EvaluationsDeps } from './service.ts'

export { JUDGE_TOKENS } from './judge.ts'
export { publishGate } from './tests.ts'

type EvaluationsModuleDeps = Omit<EvaluationsDeps, 'judge'> & { readonly judge: JudgingDeps }

export function createEvaluationsModule({ judge, ...deps }: EvaluationsModuleDeps) {
  const service = createEvaluations({ ...deps, judge: createJudge(judge) })
  return { service, router: createEvaluationsRouter(service), jobs: evaluationsJobs(service) }
}
