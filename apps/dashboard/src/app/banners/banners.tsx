// Banners above every page, most urgent first, one at a time: offline, support access, two regions, unconfirmed
// address, no operator. Loaded with the shell: a later one would move the page under a click.
import { lazy, Suspense } from 'react'
import { loadWhenIdle } from '../../lib/when-idle.ts'
import { OfflineBanner } from './offline-banner.tsx'
import { OperatorBanner } from './operator-banner.tsx'
import { RegionWarning } from './region-warning.tsx'
import { SupportBanner } from './support-banner.tsx'
import { SupportNeeds } from './support-requirements.tsx'
import { VerifyBanner } from './verify-banner.tsx'

const LostWorkspace = lazy(loadWhenIdle(() => import('./lost-workspace.tsx')))

export function Banners() {
  return (
    <>
      <OfflineBanner />
      <Suspense fallback={null}>
        <LostWorkspace />
      </Suspense>
      <SupportBanner />
      <SupportNeeds />
      <RegionWarning />
      <VerifyBanner />
      <OperatorBanner />
    </>
  )
}
