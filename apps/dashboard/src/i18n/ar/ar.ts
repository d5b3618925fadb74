import { sayer } from '../sentences.ts'
import { account } from './account.ts'
import { accountData } from './account-data.ts'
import { accounts } from './accounts.ts'
import { agents } from './agents.ts'
import { analytics } from './analytics.ts'
import { area } from './area.ts'
import { assistant } from './assistant.ts'
import { common, errors } from './common.ts'
import { conversations, panel } from './conversations.ts'
import { evaluations } from './evaluations.ts'
import { events } from './events.ts'
import { conflicts, gaps } from './gaps.ts'
import { goldens, preview } from './goldens.ts'
import { crawler } from './crawler.ts'
import { debug } from './debugger.ts'
import { home } from './home.ts'
import { items } from './items.ts'
import { audit, keys, requests } from './keys.ts'
import { knowledge } from './knowledge.ts'
import { onboarding } from './onboarding.ts'
import { shell } from './shell.ts'
import { studio } from './studio.ts'
import { themes } from './themes.ts'
import { tools } from './tools.ts'
import { upload } from './upload.ts'
import { widget } from './widget.ts'
import { billing, credentials, workspaces } from './workspaces.ts'
import { agentRefusals } from './agent-refusals.ts'
import { callFindings } from './call-findings.ts'
import { findings } from './findings.ts'
import { importFindings } from './import-findings.ts'
import { labels } from './labels.ts'
import { losses } from './losses.ts'
import { refusals } from './refusals.ts'

export const ar = {
  common,
  errors,
  account,
  accountData,
  accounts,
  audit,
  keys,
  requests,
  shell,
  agents,
  analytics,
  area,
  assistant,
  evaluations,
  events,
  gaps,
  conflicts,
  goldens,
  home,
  items,
  knowledge,
  crawler,
  conversations,
  panel,
  preview,
  onboarding,
  debug,
  credentials,
  billing,
  studio,
  themes,
  tools,
  upload,
  widget,
  workspaces,
} as const

export { ar as texts }

export const said = sayer(
  { ...refusals, ...agentRefusals, ...findings, ...callFindings, ...importFindings, ...labels, ...losses },
  'ar',
)
