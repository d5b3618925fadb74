import { describe, expect, it } from 'vitest'
import { plainNumber, refusalOfTransferNumber } from './transfer-numbers.ts'

describe('refusalOfTransferNumber', () => {
  it.each([
    ['+15550107777', undefined],
    ['+4930901820', undefined],
    ['+442079460000', undefined],
    ['+33142685300', undefined],
    ['+919876543210', undefined],
    ['+390612345678', undefined],
    ['+14155550100', undefined],
    ['', 'invalid'],
    ['555 0100', 'invalid'],
    ['15550107777', 'invalid'],
    ['+0155501077', 'invalid'],
    ['+1234567890123456', 'invalid'],
    ['911', 'emergency'],
    ['112', 'emergency'],
    ['+1911', 'emergency'],
    ['+49110', 'emergency'],
    ['+44999', 'emergency'],
    ['+61000', 'emergency'],
    ['+19005550100', 'premium'],
    ['+449098790000', 'premium'],
    ['+499001234567', 'premium'],
    ['+33899123456', 'premium'],
    ['+34806123456', 'premium'],
    ['+881612345678', 'premium'],
    ['+979123456789', 'premium'],
  ])('%s: %s', (number, refusal) => {
    expect(refusalOfTransferNumber(number)).toBe(refusal)
  })

  it('accepts numbers as people write them', () => {
    expect(plainNumber(' 0049 (30) 90-18.20 ')).toBe('+4930901820')
  })
})
