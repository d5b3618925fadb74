// An agent that runs on Voiceflow: greeting, cards, a form and the end, as the visitor sees them.
import { expect, test } from 'vitest'
import { openChat, scriptTag } from './chat.ts'
import { setStage } from './harness.ts'
import { look } from './pages.ts'
import { shopPage } from './sites.ts'

// Without configuration the Voiceflow simulator answers.
const stage = setStage()
const TITLE = 'Tea shop'

test("the chat shows Voiceflow's messages and returns presses and forms", async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE, { agentPlatform: 'vf', VF_DIALOGUE_API_KEY: 'VF.DM.demo' })
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const page = await stage.newPage()
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  await chat.send('Which teas do you have?')
  await chat.answered('Welcome to the tea shop.')
  await chat.answered('These are our teas:')
  await chat.frame.getByText('Green, from Japan').waitFor()
  await look(page, 'voiceflow-carousel')
  await chat.frame.getByRole('button', { name: /Buy/ }).first().click()
  await chat.answered('Sencha is a good choice.')

  await chat.send('The newsletter please')
  await chat.frame.getByLabel('First name').fill('Ada')
  await chat.frame.getByLabel('Email').fill('ada@example.test')
  await chat.frame.getByRole('button', { name: 'Subscribe' }).click()
  await chat.answered('Thank you, Ada. We write to ada@example.test.')
  await look(page, 'voiceflow-form')

  await chat.send('bye')
  await chat.answered('Goodbye, and enjoy your tea.')
  await chat.send('Are you open?')
  await chat.answered('We are open from 9 to 18')
  expect(await chat.log.getByText('Welcome to the tea shop.').count()).toBe(2)
})
