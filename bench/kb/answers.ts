// How the demo model answers: questions that it was never tuned on, two sets whose errors it may learn from, and whole
// sites, of whose pages it reads what search finds. node bench/kb/answers.ts [--misses]
import { parseArgs } from 'node:util'
import { VG_STARTER } from '@parlance/contract/agents/schemas'
import { createSentenceEmbedder } from '../../apps/server/src/adapters/universal-sentence-encoder/embedder.ts'
import { FRESH_SITES } from '../../packages/simulators/src/openai/evaluation/fresh-sites.ts'
import { rate, type Rated, share } from '../../packages/simulators/src/openai/evaluation/rate.ts'
import { SITES } from '../../packages/simulators/src/openai/evaluation/sites.ts'
import { TUNING_SITES } from '../../packages/simulators/src/openai/evaluation/tuning-sites.ts'
import { show } from '../output.ts'
import { withDatabase } from './database.ts'
import { fill, openSearch } from './index-chunks.ts'
import { chunksOf, questionsOf, SITE_NAMES, type SiteName } from './sites.ts'

const { values: options } = parseArgs({
  options: { misses: { type: 'boolean', default: false } },
})

const sets: Readonly<Record<string, readonly Rated[]>> = {
  tuning: [...SITES, ...TUNING_SITES].flatMap((site) => site.tuning.map((question) => rate(site, question))),
  fresh: FRESH_SITES.flatMap((site) => site.questions.map((question) => rate(site, question))),
  'held-out': SITES.flatMap((site) => site.heldOut.map((question) => rate(site, question))),
  'whole sites: tuning': await wholeSites(SITE_NAMES.tuning),
  'whole sites: held-out': await wholeSites(SITE_NAMES.measuring),
  'whole sites: unseen': await wholeSites(SITE_NAMES.unseen),
}
const rows = Object.entries(sets).map(([set, all]) => ({
  set,
  questions: all.length,
  unanswerable: all.filter(({ question }) => question.answer === null).length,
  right: share(all, 'right'),
  'does not know': share(all, 'unknown'),
  'confidently wrong': share(all, 'wrong'),
}))
show('kb-answers', rows)
if (options.misses)
  for (const [set, all] of Object.entries(sets))
    if (!/held-out|unseen/.test(set))
      for (const { site, question, said, outcome } of all)
        if (outcome !== 'right') console.error([set, outcome, site, question.ask, said].join('\t'))

async function wholeSites(names: readonly SiteName[]): Promise<Rated[]> {
  const embedder = createSentenceEmbedder()
  const rated: Rated[] = []
  try {
    await withDatabase(async (database) => {
      for (const name of names) await fill(database, embedder, name, chunksOf(name, VG_STARTER.vgOptions.maxChunkSize))
      const { passages } = await openSearch(embedder)
      for (const name of names)
        for (const question of questionsOf(name)) {
          const query = { agentId: name, query: question.ask, limit: VG_STARTER.vg_kbTopChunks }
          rated.push(rate({ name, pages: await passages(database.ctx, query) }, question))
        }
    })
  } finally {
    await embedder.close()
  }
  return rated
}
