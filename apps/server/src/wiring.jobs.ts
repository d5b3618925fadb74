// Every kind of work outside requests, of all modules.
import { accountsJobs } from './modules/accounts/jobs.ts'
import { agentsJobs } from './modules/agents/jobs.ts'
import { analyticsJobs } from './modules/analytics/jobs.ts'
import { auditJobs } from './modules/audit/jobs.ts'
import { billingJobs } from './modules/billing/jobs.ts'
import { conversationsJobs } from './modules/conversations/jobs.ts'
import { crawlerJobs } from './modules/crawler/jobs.ts'
import { evaluationsJobs } from './modules/evaluations/jobs.ts'
import { eventsJobs } from './modules/events/jobs.ts'
import { filesJobs } from './modules/files/jobs.ts'
import { gapsJobs } from './modules/gaps/jobs.ts'
import { retrievalEvalsJobs } from './modules/retrieval-evals/jobs.ts'
import { knowledgeJobs } from './modules/knowledge/jobs.ts'
import { requestsJobs } from './modules/requests/jobs.ts'
import { themesJobs } from './modules/themes/jobs.ts'
import { toolsJobs } from './modules/tools/jobs.ts'
import { trashJobs } from './modules/trash/jobs.ts'
import { keysJobs } from './modules/workspaces/api-keys/jobs.ts'
import { leavingJobs, membersJobs, supportJobs, workspacesJobs } from './modules/workspaces/jobs.ts'
import { photosJobs } from './modules/workspaces/member-photos.jobs.ts'
import type { Job } from './lib/jobs/jobs.ts'
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
  ...retrievalEvalsJobs(faces.goldens),
  ...gapsJobs(faces.gaps),
  ...conversationsJobs(faces.conversations),
  ...evaluationsJobs(faces.evaluations),
]
