import type { Job } from '../../lib/jobs/jobs.ts'
import { createCustomTabs } from './custom-tabs.ts'
import { createSendFeedback, type FeedbackDeps } from './feedback.ts'
import { bundledFont } from './fonts/bundled-font.ts'
import { createAgencyFonts } from './fonts/fonts.ts'
import type { FontsProvider } from './fonts/ports.ts'
import { createAgencyLooks } from './look/looks.ts'
import type { CleanCss } from './ports.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import { createAgencyPictures } from './pictures.ts'
import { createAgenciesRouter } from './router.ts'
import { type AgenciesDeps, createAgencies } from './service.ts'

export { type AskedPage, TAB_PAGE_POLICY } from './custom-tabs.ts'
export { type Agencies, type AgencyFacts, publicAgency } from './service.ts'

interface LookDeps {
  readonly storage: Storage
  readonly fontsProvider: FontsProvider
  readonly cleanCss: CleanCss
}
type Deps = Omit<AgenciesDeps, 'ensureFont'> &
  Pick<FeedbackDeps, 'mailFeedback' | 'ownerEmail'> &
  Parameters<typeof createAgencyPictures>[0] &
  LookDeps

export function createAgenciesModule(deps: Deps) {
  const fonts = createAgencyFonts({ storage: deps.storage, provider: deps.fontsProvider, bundled: bundledFont })
  const service = createAgencies({ ...deps, ensureFont: fonts.ensure })
  const looks = createAgencyLooks({ agencies: service, fonts, cleanCss: deps.cleanCss })
  const tabs = createCustomTabs({ agencies: service, secretOf: service.secretOf, signer: deps.vault })
  const pictures = createAgencyPictures(deps)
  const jobs: Job[] = [{ name: 'agencies.workspace-deleted', run: (ctx) => service.deleteOfWorkspace(ctx) }]
  const sendFeedback = createSendFeedback({ ...deps, agencies: service })
  return {
    service,
    pictures,
    fonts,
    looks,
    tabs,
    router: createAgenciesRouter(service, pictures, fonts, tabs, sendFeedback),
    jobs,
  }
}
