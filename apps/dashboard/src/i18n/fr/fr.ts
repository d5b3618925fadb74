import { sayer } from '../sentences.ts'
import { agentRefusals } from './agent-refusals.ts'
import { callFindings } from './call-findings.ts'
import { findings } from './findings.ts'
import { importFindings } from './import-findings.ts'
import { labels } from './labels.ts'
import { losses } from './losses.ts'
import { refusals } from './refusals.ts'

/** The texts by namespace. */
export const files = import.meta.glob<object>(
  ['../../../../../packages/i18n/locales/fr/*.json', '!**/{chat,chat-parts,emails}.json'],
  { import: 'default' },
)

export const said = sayer(
  { ...refusals, ...agentRefusals, ...findings, ...callFindings, ...importFindings, ...labels, ...losses },
  'fr',
)
