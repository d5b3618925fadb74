import { OnboardingPage as Steps } from '../../features/onboarding/onboarding-page.tsx'
import { OfflineBanner } from '../banners/offline-banner.tsx'

export function OnboardingPage() {
  return (
    <>
      <OfflineBanner />
      <Steps />
    </>
  )
}
