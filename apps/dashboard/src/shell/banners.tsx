// What stands above every page for some people: to confirm their address, and that their data is in two regions.
import { RegionWarning } from './region-warning.tsx'
import { VerifyBanner } from './verify-banner.tsx'

export default function Banners() {
  return (
    <>
      <VerifyBanner />
      <RegionWarning />
    </>
  )
}
