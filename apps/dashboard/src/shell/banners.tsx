// What stands above every page for some people: that they are there as support, to confirm their address, and that their data
// is in two regions.
import { RegionWarning } from './region-warning.tsx'
import { SupportBanner } from './support-banner.tsx'
import { VerifyBanner } from './verify-banner.tsx'

export default function Banners() {
  return (
    <>
      <SupportBanner />
      <VerifyBanner />
      <RegionWarning />
    </>
  )
}
