// Every kind of work outside requests, of all modules.
import { accountsJobs } from './modules/accounts/accounts.jobs.ts'
import { agentsJobs } from './modules/agents/agents.jobs.ts'
import { analyticsJobs } from './modules/analytics/analytics.jobs.ts'
import { auditJobs } from './modules/audit/audit.jobs.ts'
import { billingJobs } from './modules/billing/billing.jobs.ts'
import { conversationsJobs } from './modules/conversations/conversations.jobs.ts'
import { crawlerJobs } from './modules/crawler/crawler.jobs.ts'
import { evaluationsJobs } from './modules/evaluations/evaluations.jobs.ts'
import { eventsJobs } from './modules/events/events.jobs.ts'
import { filesJobs } from './modules/files/files.jobs.ts'
import { gapsJobs } from './modules/gaps/gaps.jobs.ts'
import { goldensJobs } from './modules/goldens/goldens.jobs.ts'
import { knowledgeJobs } from './modules/knowledge/knowledge.jobs.ts'
import { requestsJobs } from './modules/requests/requests.jobs.ts'
import { themesJobs } from './modules/themes/themes.jobs.ts'
import { toolsJobs } from './modules/tools/tools.jobs.ts'
import { trashJobs } from './modules/trash/trash.jobs.ts'
import { keysJobs } from './modules/workspaces/workspaces.keys.jobs.ts'
import { leavingJobs, membersJobs, supportJobs, workspacesJobs } from './modules/workspaces/workspaces.jobs.ts'
import { photosJobs } from './modules/workspaces/workspaces.photos.jobs.ts'
import type { Job } from './platform/jobs/jobs.ts'
import type { Faces } from './wiring.ts'

export const jobKinds = (faces: Faces): Job[] => [
  ...accountsJobs(faces.accounts),
  ...filesJobs(faces.files),
  ...auditJobs(faces.audit),
  ...keysJobs(faces.keys),
  ...requestsJobs(faces.requests),
  ...billingJobs(faces.billing),
  ...eventsJobs(faces.events),
  ...workspacesJobs(faces.workspaces),
  ...membersJobs(faces.people),
  ...supportJobs(faces.support),
  ...leavingJobs(faces.people),
  ...photosJobs(faces.people),
  ...trashJobs(faces.trash),
  ...themesJobs(faces.themes),
  ...toolsJobs(faces.tools),
  ...agentsJobs(faces.agents),
  ...analyticsJobs(faces.analytics),
  ...knowledgeJobs(faces.knowledge),
  ...crawlerJobs(faces.crawler),
  ...goldensJobs(faces.goldens),
  ...gapsJobs(faces.gaps),
  ...conversationsJobs(faces.conversations),
  ...evaluationsJobs(faces.evaluations),
]
