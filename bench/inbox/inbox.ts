// `npm run bench:inbox`: latency of a visitor's message in 200 open inboxes, compared with one inbox; and opening and scrolling an inbox of 50,000 conversations. `--news` or `--screen` runs one of them.
import { parseArgs } from 'node:util'
import { grantCredits } from '../api.ts'
import { openStage, type Stage } from '../lists/stage.ts'
import { load, round, save, say } from '../output.ts'
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

async function measureAllNews(stage: Stage): Promise<(News & { load: number })[]> {
  const inboxes = Number(asked.inboxes)
  const messages = Number(asked.messages)
  const { concerned, strangers } = await gatherCrowd(stage, inboxes)
  const post = `${stage.api}/v2/agents/${stage.owner.agentId}/interact`
  const body = (text: string) => ({ message: { id: crypto.randomUUID(), text } })
  const results: (News & { load: number })[] = []
  const add = async (...of: Parameters<typeof measureNews>) => {
    const news = { ...(await measureNews(...of)), load: load() }
    say(JSON.stringify(news))
    results.push(news)
  }
  for (let nth = 0; nth < Number(asked.rounds); nth += 1) {
    await add('one inbox', { post, body, readers: concerned.slice(0, 1) }, messages)
    await add('open inboxes', { post, body, readers: concerned, strangers }, messages)
  }
  return results
}

const newsRow = ({ what, inboxes, event, row, missing, readsPerMessage, load: busy }: News & { load: number }) => ({
  what,
  inboxes,
  'event p50': round(event.median),
  'event p95': round(event.p95),
  'row p50': round(row.median),
  'row p95': round(row.p95),
  missing,
  'lists read': round(readsPerMessage),
  load: busy,
  [`row p95 ≤ ${AIMS.row} ms`]: row.p95 <= AIMS.row,
})

async function main(): Promise<void> {
  const stage = await openStage(seedInbox(Number(asked.conversations)))
  try {
    const results: { news?: unknown; screen?: unknown } = {}
    if (wants('news')) {
      await grantCredits(stage.dataDir, stage.owner.uid)
      const news = await measureAllNews(stage)
      console.table(news.map(newsRow))
      results.news = news
    }
    if (wants('screen')) {
      const { opened, scrolled } = await measureScreen(stage, Number(asked['scroll-seconds']) * 1000)
      const openRow = (what: keyof typeof opened) => ({
        what,
        p50: round(opened[what].p50),
        p95: round(opened[what].p95),
        [`p50 ≤ ${AIMS.open} ms`]: opened[what].p50 <= AIMS.open,
      })
      console.table([openRow('call'), openRow('fromAgents'), openRow('reload')])
      console.table(
        scrolled.map(({ list, rows, p95, frameMean, longTasks, longest, nodes }) => ({
          list,
          rows,
          'frames a second': round(1000 / frameMean),
          'frame p95': round(p95),
          'long tasks': longTasks,
          longest: round(longest),
          elements: nodes,
          load: load(),
          [`${AIMS.frames} a second`]: 1000 / frameMean >= AIMS.frames,
        })),
      )
      results.screen = { opened, scrolled }
    }
    save('inbox', results)
  } finally {
    await stage.close()
  }
}

await main()
