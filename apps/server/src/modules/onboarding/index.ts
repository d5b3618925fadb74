import { createOnboardingRouter } from './router.ts'
import { createOnboarding, type OnboardingDeps } from './service.ts'

export function createOnboardingModule(deps: OnboardingDeps) {
  const service = createOnboarding(deps)
  return { service, router: createOnboardingRouter(service) }
}
