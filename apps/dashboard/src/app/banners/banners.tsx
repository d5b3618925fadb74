// What stands above every page for some people, the most urgent first, and one at a time: no connection, being there as support, data
// in two regions, an address to confirm, nobody named as operator. Loaded with the shell: a later one moves the page under a click.
import { LostWorkspace } from './lost-workspace.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { OperatorBanner } from './operator-banner.tsx'
import { RegionWarning } from './region-warning.tsx'
import { SupportBanner } from './support-banner.tsx'
import { SupportNeeds } from './support-requirements.tsx'
import { VerifyBanner } from './verify-banner.tsx'

export function Banners() {
  return (
    <>
      <OfflineBanner />
      <LostWorkspace />
      <SupportBanner />
      <SupportNeeds />
      <RegionWarning />
      <VerifyBanner />
      <OperatorBanner />
    </>
  )
}
