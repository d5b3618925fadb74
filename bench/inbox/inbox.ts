// `npm run bench:inbox`: latency of a visitor's message in 200 open inboxes, compared with one inbox; and opening and scrolling an inbox of 50,000 conversations. `--news` or `--screen` runs one of them.
import { parseArgs } from 'node:util'
import { grantCredits } from '../api.ts'
import { openStage, type Stage } from '../lists/stage.ts'
import { load, print, save, say } from '../output.ts'
import { measureNews, type News } from './news.ts'
import { gatherCrowd } from './people.ts'
import { measureScreen } from './screen.ts'
import { seedInbox } from './seed.ts'

/** Milliseconds; frames a second. */
const AIMS = { row: 150, open: 300, frames: 50 }

const { values: asked } = parseArgs({
  options: {
    news: { type: 'boolean' },
    screen: { type: 'boolean' },
    inboxes: { type: 'string', default: '200' },
    messages: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    conversations: { type: 'string', default: '50000' },
    'scroll-seconds': { type: 'string', default: '120' },
  },
})
const wants = (part: 'news' | 'screen') => asked[part] === true || !(asked.news || asked.screen)

async function measureAllNews(stage: Stage): Promise<object[]> {
  const messages = Number(asked.messages)
  const { concerned, strangers } = await gatherCrowd(stage, Number(asked.inboxes))
  const agentUrl = `${stage.api}/v2/agents/${stage.owner.agentId}`
  const results: (News & { load: number })[] = []
  const add = async (...of: Parameters<typeof measureNews>) => {
    const news = { ...(await measureNews(...of)), load: load() }
    say(JSON.stringify(news))
    results.push(news)
  }
  for (let nth = 0; nth < Number(asked.rounds); nth += 1) {
    await add('one inbox', { agentUrl, readers: concerned.slice(0, 1) }, messages)
    await add('open inboxes', { agentUrl, readers: concerned, strangers }, messages)
  }
  print(
    results.map(({ event, row, ...rest }) => ({
      ...rest,
      'event p50': event.median,
      'event p95': event.p95,
      'row p50': row.median,
      'row p95': row.p95,
      [`row p95 ≤ ${AIMS.row} ms`]: row.p95 <= AIMS.row,
    })),
  )
  return results
}

async function measureWholeScreen(stage: Stage): Promise<object> {
  const screen = await measureScreen(stage, Number(asked['scroll-seconds']) * 1000)
  print(
    Object.entries(screen.opened).map(([what, { p50, p95 }]) => ({
      what,
      p50,
      p95,
      [`p50 ≤ ${AIMS.open} ms`]: p50 <= AIMS.open,
    })),
  )
  print(
    screen.scrolled.map(({ frameMean, ...one }) => ({
      ...one,
      'frames a second': 1000 / frameMean,
      load: load(),
      [`${AIMS.frames} a second`]: 1000 / frameMean >= AIMS.frames,
    })),
  )
  return screen
}

const stage = await openStage(seedInbox(Number(asked.conversations)))
try {
  if (wants('news')) await grantCredits(stage.dataDir, stage.owner.uid)
  const news = wants('news') ? await measureAllNews(stage) : undefined
  const screen = wants('screen') ? await measureWholeScreen(stage) : undefined
  save('inbox', { news, screen })
} finally {
  await stage.close()
}
