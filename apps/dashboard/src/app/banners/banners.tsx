// What stands above every page for some people: that they have no connection, that they are there as support, to confirm their
// address, that their data is in two regions, and that nobody has said who runs the installation. Loaded with the shell: one that comes later moves the page under a click.
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
      <VerifyBanner />
      <RegionWarning />
      <OperatorBanner />
    </>
  )
}
