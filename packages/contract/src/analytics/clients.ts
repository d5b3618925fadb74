// Reduces a browser's headers to a few names; nothing else of them is stored.

export const BROWSERS = ['chrome', 'safari', 'firefox', 'edge', 'opera', 'samsung', 'other'] as const
export type Browser = (typeof BROWSERS)[number]
export const PLATFORMS = ['windows', 'macos', 'linux', 'android', 'ios', 'chromeos', 'other'] as const
export type Platform = (typeof PLATFORMS)[number]

export interface ClientHeaders {
  readonly agent: string
  readonly brands: string
  readonly platform: string
}

const MAX = 1000
/** First match wins: most browsers also name their ancestors. */
const BROWSER_OF: readonly (readonly [RegExp, Browser])[] = [
  [/\bEdg(?:e|A|iOS)?\/|Microsoft Edge/, 'edge'],
  [/\bOPR\/|\bOPiOS\/|\bOPT\/|"Opera/, 'opera'],
  [/SamsungBrowser\/|"Samsung Internet"/, 'samsung'],
  [/\bFirefox\/|\bFxiOS\//, 'firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\/|"Google Chrome"|"Chromium"/, 'chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\/|\bAppleWebKit\/.*\bMobile\//, 'safari'],
]
const PLATFORM_OF: readonly (readonly [RegExp, Platform])[] = [
  [/\bAndroid\b/i, 'android'],
  [/\biPhone\b|\biPad\b|\biPod\b|\biOS\b/, 'ios'],
  [/\bCrOS\b|Chrome ?OS|Chromium OS/i, 'chromeos'],
  [/\bWindows\b/i, 'windows'],
  [/\bMacintosh\b|\bmacOS\b|\bMac OS X\b/, 'macos'],
  [/\bLinux\b|\bX11\b/i, 'linux'],
]

const named = <T extends string>(rules: readonly (readonly [RegExp, T])[], text: string): T | 'other' =>
  rules.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'

export function clientOf(said: ClientHeaders): { browser: Browser; platform: Platform } {
  const [agent, brands, hinted] = [said.agent, said.brands, said.platform].map((text) => text.slice(0, MAX))
  const platform = named(PLATFORM_OF, hinted ?? '')
  return {
    browser: named(BROWSER_OF, `${brands ?? ''} ${agent ?? ''}`),
    platform: platform === 'other' ? named(PLATFORM_OF, agent ?? '') : platform,
  }
}
