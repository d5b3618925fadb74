import { AgencyProfile } from '@parlance/contract/agencies/schemas'
import { agencyThemeJson } from '@parlance/contract/agencies/look-values'
import type { Region } from '@parlance/contract/lib/regions'
import { describe, expect, test } from 'vitest'
import type { Ctx } from '../../../lib/ctx.ts'
import { pageInLook } from '../../../lib/http/agency-pages.ts'
import { createAgencyLooks } from './looks.ts'
import { letterIcon } from './page-look.ts'

const HTML =
  '<html lang="en"><head><meta name="description" content="ours" /><link rel="icon" href="/favicon.svg" /><title>Ours</title></head><body><noscript>Ours needs it.</noscript></body></html>'

const PROFILES: Record<string, object> = {
  'eu/a': { name: 'Northlight', customThemeJSONString: agencyThemeJson('#0b7285', false), googleFont: 'Lora' },
  'na/a': { name: 'Südwind', customThemeJSONString: agencyThemeJson('#d92b2b', true), customCSS: '.x{color:red}' },
  'eu/hostile': {
    name: '"><script>alert(1)</script>',
    brandingText: '</style><img src=x onerror=alert(1)>',
    squarePhotoURL: '"onload="alert(1)',
  },
}
const made: string[] = []
const looks = createAgencyLooks({
  agencies: {
    async find({ region }, id) {
      const profile = PROFILES[`${region}/${id}`]
      return profile && { id, workspaceId: 'w', secretHash: '', profile: AgencyProfile.parse(profile) }
    },
  },
  fonts: {
    facesOf: async (region, family) => {
      made.push(`${region} ${family}`)
      return `@font-face{font-family:"${family}"}`
    },
    firstFiles: async (region, family) => [`/fonts/${region}/${family}`],
  },
  cleanCss: async (css) => `:is(#root) ${css}`,
})
const look = (region: Region, id: string) => looks.pageLook({ region } as Ctx, id)
const pageOf = async (region: Region, id: string) => {
  const found = await look(region, id)
  return found && pageInLook(HTML, found)
}

describe('the first bytes of a page', () => {
  test('belong to the agency in its region only', async () => {
    const [eu = '', na = ''] = await Promise.all([pageOf('eu', 'a'), pageOf('na', 'a')])
    expect(eu).toContain('<title>Northlight</title>')
    expect(eu).toContain('--mantine-color-iris-filled:#0b7285')
    expect(eu).toContain('@font-face{font-family:"Lora"}')
    expect(eu).not.toContain('Südwind')
    expect(na).toContain('<title>Südwind</title>')
    expect(na).toContain('--mantine-color-iris-filled:#d92b2b')
    expect(na).toContain('data-default-scheme="dark"')
    expect(na).toContain(':is(#root) .x{color:red}')
    expect(na).not.toContain('Northlight')
    expect(await pageOf('na', 'b')).toBeUndefined()
  })
  test('contain nothing of ours, and a letter icon without a logo', async () => {
    const page = (await pageOf('eu', 'a')) ?? ''
    expect(page).not.toMatch(/ours|favicon\.svg/i)
    expect(decodeURIComponent(page)).toContain('>N</text>')
    expect(decodeURIComponent(letterIcon('👩‍🍳 Bakers', '#000000'))).toContain('>👩‍🍳</text>')
  })
  test('escape the agency’s texts', async () => {
    const page = (await pageOf('eu', 'hostile')) ?? ''
    expect(page).not.toMatch(/<script>|<img|href=""onload/)
    expect(page.match(/<script/g)).toHaveLength(1)
  })
  test('are rebuilt only when the profile changed', async () => {
    made.length = 0
    await look('eu', 'a')
    PROFILES['eu/a'] = { ...PROFILES['eu/a'], googleFont: 'Inter' }
    expect((await look('eu', 'a'))?.head).toContain('Inter')
    await look('eu', 'a')
    expect(made).toEqual(['eu Inter'])
  })
})
