// The provider's types of tax IDs, by the country of the customer.
import { EU_COUNTRIES } from './tax.ts'

const BY_COUNTRY = {
  AE: 'ae_trn',
  AU: 'au_abn',
  BR: 'br_cnpj',
  CA: 'ca_bn',
  CH: 'ch_vat',
  CL: 'cl_tin',
  CN: 'cn_tin',
  CO: 'co_nit',
  EG: 'eg_tin',
  GB: 'gb_vat',
  HK: 'hk_br',
  ID: 'id_npwp',
  IL: 'il_vat',
  IN: 'in_gst',
  IS: 'is_vat',
  JP: 'jp_cn',
  KE: 'ke_pin',
  KR: 'kr_brn',
  LI: 'li_uid',
  MA: 'ma_vat',
  MX: 'mx_rfc',
  MY: 'my_itn',
  NG: 'ng_tin',
  NO: 'no_vat',
  NZ: 'nz_gst',
  PH: 'ph_tin',
  RS: 'rs_pib',
  SA: 'sa_vat',
  SG: 'sg_uen',
  TH: 'th_vat',
  TR: 'tr_tin',
  TW: 'tw_vat',
  UA: 'ua_vat',
  US: 'us_ein',
  VN: 'vn_tin',
  ZA: 'za_vat',
} as const

export type TaxIdType = 'eu_vat' | (typeof BY_COUNTRY)[keyof typeof BY_COUNTRY]

/** Undefined for a country whose tax IDs are not taken. */
export function taxIdType(countryCode: string): TaxIdType | undefined {
  const country = countryCode.toUpperCase()
  if (EU_COUNTRIES.includes(country)) return 'eu_vat'
  return Object.hasOwn(BY_COUNTRY, country) ? BY_COUNTRY[country as keyof typeof BY_COUNTRY] : undefined
}

/** `DE 123.456.789` and `de123456789` are the same. */
export const plainTaxId = (value: string): string => value.replaceAll(/[\s./-]/g, '').toUpperCase()
