// How the demo model answers: questions that it was never tuned on, and two sets whose errors it may learn from. node
// bench/kb/answers.ts [--json]
import { FRESH_SITES } from '../../packages/simulators/src/openai/evaluation/fresh-sites.ts'
import { rate, type Rated, share } from '../../packages/simulators/src/openai/evaluation/rate.ts'
import { SITES } from '../../packages/simulators/src/openai/evaluation/sites.ts'
import { TUNING_SITES } from '../../packages/simulators/src/openai/evaluation/tuning-sites.ts'
import { show } from '../output.ts'

const sets: Readonly<Record<string, readonly Rated[]>> = {
  tuning: [...SITES, ...TUNING_SITES].flatMap((site) => site.tuning.map((question) => rate(site, question))),
  fresh: FRESH_SITES.flatMap((site) => site.questions.map((question) => rate(site, question))),
  'held-out': SITES.flatMap((site) => site.heldOut.map((question) => rate(site, question))),
}
const rows = Object.entries(sets).map(([set, all]) => ({
  set,
  questions: all.length,
  unanswerable: all.filter(({ question }) => question.answer === null).length,
  right: share(all, 'right'),
  'does not know': share(all, 'unknown'),
  'confidently wrong': share(all, 'wrong'),
}))
show(rows)
