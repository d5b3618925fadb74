/** Numbers that Twilio sells, by country and area code, with prices. None of them is real. */

interface Market {
  readonly prefix: string
  readonly price: string
  readonly areas: Readonly<Record<string, readonly [place: string, region: string]>>
  readonly sms: boolean
  readonly address: 'none' | 'any' | 'local'
  /** Digits after the area code. */
  readonly digits: number
}
const MARKETS: Readonly<Record<string, Market>> = {
  US: {
    prefix: '+1',
    price: '1.15',
    sms: true,
    address: 'none',
    digits: 7,
    areas: {
      '212': ['New York', 'NY'],
      '415': ['San Francisco', 'CA'],
      '512': ['Austin', 'TX'],
      '305': ['Miami', 'FL'],
    },
  },
  CA: {
    prefix: '+1',
    price: '1.15',
    sms: true,
    address: 'none',
    digits: 7,
    areas: { '416': ['Toronto', 'ON'], '604': ['Vancouver', 'BC'] },
  },
  GB: {
    prefix: '+44',
    price: '1.15',
    sms: false,
    address: 'none',
    digits: 7,
    areas: { '20': ['London', ''], '161': ['Manchester', ''] },
  },
  DE: {
    prefix: '+49',
    price: '1.15',
    sms: false,
    address: 'local',
    digits: 7,
    areas: { '30': ['Berlin', ''], '89': ['Munich', ''] },
  },
  FR: { prefix: '+33', price: '1.15', sms: false, address: 'any', digits: 8, areas: { '1': ['Paris', ''] } },
}
const EACH = 5

/** Numbers that start with `555` are not assigned. */
const numberOf = ({ prefix, digits }: Market, area: string, index: number) =>
  `${prefix}${area}555${String(100 + index * 7).padStart(digits - 3, '0')}`

const all = (market: Market) =>
  Object.entries(market.areas).flatMap(([area, [locality, region]]) =>
    Array.from({ length: EACH }, (_, index) => ({ number: numberOf(market, area, index), area, locality, region })),
  )

export const isSold = (number: string): boolean =>
  Object.values(MARKETS).some((market) => market.address === 'none' && all(market).some((one) => one.number === number))

export function priceOf(country: string): object | undefined {
  const market = MARKETS[country]
  return (
    market && {
      country,
      iso_country: country,
      phone_number_prices: [{ number_type: 'local', base_price: market.price, current_price: market.price }],
      price_unit: 'USD',
    }
  )
}

export function sold(country: string, query: URLSearchParams, taken: readonly string[]) {
  const fault = (status: number, code: number, message: string) => ({
    status,
    body: { code, message, status } as Readonly<Record<string, unknown>>,
  })
  const market = MARKETS[country]
  if (!market) return fault(404, 20_404, 'The requested resource was not found')
  const area = query.get('AreaCode')
  if (area !== null && !/^\d{3}$/.test(area)) return fault(400, 21_470, 'Invalid area code')
  if (area !== null && country !== 'US' && country !== 'CA')
    return fault(400, 21_470, 'AreaCode is for the US and Canada')
  const contains = query.get('Contains')
  if (contains !== null && !/^[\dA-Za-z*%+]{1,16}$/.test(contains)) return fault(400, 21_470, 'Invalid Contains')
  const size = Number(query.get('PageSize') ?? 50)
  const begins = contains?.replaceAll('*', '') ?? area ?? ''
  const found = all(market).filter((one) => one.area.startsWith(begins) && !taken.includes(one.number))
  const body: Readonly<Record<string, unknown>> = {
    uri: `/AvailablePhoneNumbers/${country}/Local.json`,
    available_phone_numbers: found.slice(0, size).map(({ number, locality, region }) => ({
      friendly_name: number,
      phone_number: number,
      locality: locality === '' ? null : locality,
      region: region === '' ? null : region,
      iso_country: country,
      address_requirements: market.address,
      beta: false,
      capabilities: { voice: true, SMS: market.sms, MMS: market.sms },
    })),
  }
  return { status: 200, body }
}
