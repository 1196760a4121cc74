import { expect, test } from 'vitest'
import { costOf, costs, lagOf, type Measured, sizeOf } from './model.ts'

const nothing = costs(() => 0)
const measured: Measured = {
  units: {
    document: { ...nothing, 'main thread': 0.03, 'other threads': 0.06, primary: 0.01, replica: 0.02, bytes: 40_000 },
    message: { ...nothing, 'main thread': 0.01, primary: 0.002, replay: 0.0001, log: 2_000, notifications: 1 },
  },
  idle: { ...nothing, 'main thread': 0.01, primary: 0.005 },
  heard: { server: 0.0001, primary: 0.00001 },
  firstTouch: { log: 10, replay: 5 },
  memory: { server: 300e6, stream: 20_000, connection: 10e6 },
  connectionsPerServer: 12,
  lag: 0.002,
}
const assumed = {
  people: 36_000,
  share: 0.5,
  peak: 2,
  stay: 100,
  busy: 0.5,
  databaseCores: 16,
  prices: { core: 10, gigabyte: 2, terabyte: 100 },
}

test('adds up what is done and what servers need at rest', () => {
  const { primary, 'main thread': main } = costOf({ document: 10, message: 5 }, 60, 2, measured)
  expect(primary).toBeCloseTo(10 * 0.01 + 5 * 0.002 + 0.005 * 60 * 2)
  expect(main).toBeCloseTo(10 * 0.03 + 5 * 0.01 + 0.01 * 60 * 2)
})

test('sizes the machines for the busiest minutes', () => {
  // 18 000 visits, 10 a second at the peak, each with a document and every second one with a message.
  const size = sizeOf({ document: 1, message: 0.5 }, measured, assumed)
  expect(size['visits a second at the peak']).toBe(10)
  // The rendering threads decide: 0.6 cores, half of a core each.
  expect(size['servers, two cores each']).toBe(2)
  expect(size['connections to each PostgreSQL']).toBe(24)
  expect(size['cores of the primary']).toBeCloseTo((10 * 0.011 + 2 * (0.005 + 5 * 0.00001)) / 0.5)
  expect(size['open streams']).toBe(1_000)
  expect(size['log, MB/s']).toBeCloseTo(0.1)
  expect(size['lag of a replica, s']).toBeCloseTo(0.002 / (1 - 10 * 0.00005 * 5))
  expect(size['network to people in the hour, TB']).toBeCloseTo(0.00072)
})

test('hears the notifications of all visits on every server', () => {
  const many = { ...assumed, people: 3_600_000 }
  const uninformed = { ...measured, heard: { server: 0, primary: 0 } }
  const loud = { ...measured, heard: { server: 0.0009, primary: 0 } }
  const servers = (of: Measured) => sizeOf({ message: 1 }, of, many)['servers, two cores each']
  expect(servers(uninformed)).toBe(21)
  expect(servers(loud)).toBe(Number.POSITIVE_INFINITY)
})

test('a replica that replays all the time falls behind without end', () => {
  expect(lagOf(0.5, 0.01)).toBeCloseTo(0.02)
  expect(lagOf(1, 0.01)).toBe(Number.POSITIVE_INFINITY)
})
