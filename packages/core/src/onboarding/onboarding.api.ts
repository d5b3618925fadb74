// The first steps of a new owner.

export const onboardingApi = {}
