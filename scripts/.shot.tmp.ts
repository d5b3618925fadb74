import { chromium } from 'playwright-core'
import { ensureBrowser } from '/work/main/scripts/ensure-browser.ts'
const { executablePath, args } = await ensureBrowser()
const [url, out, scheme = 'light', width = '1280', cookie = ''] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath, args })
const page = await browser.newPage({ viewport: { width: Number(width), height: 800 }, colorScheme: scheme as 'light' })
if (cookie) await page.context().addCookies([{ name: 'parlance.sid', value: cookie, url: new URL(url!).origin, httpOnly: true }])
page.on('console', (m) => console.log('console', m.type(), m.text().slice(0, 300)))
page.on('pageerror', (e) => console.log('pageerror', e.message))
await page.goto(url!, { waitUntil: 'networkidle', timeout: 15000 }).catch((e) => console.log(String(e)))
await page.waitForTimeout(500)
await page.screenshot({ path: out! })
await browser.close()
