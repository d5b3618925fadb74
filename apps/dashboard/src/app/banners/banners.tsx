// Banners above every page, most urgent first, one at a time: offline, support access, two regions, unconfirmed
// address, no operator. Loaded with the shell: a later one would move the page under a click.
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
