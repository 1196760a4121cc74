// Database: none.
import { expect, test } from 'vitest'
import { RenderForecast } from '#server/ssr/render-forecast.ts'

/** One thread that has rendered pages of 30 ms, one after the other. */
function afterRenderings(): RenderForecast {
  const forecast = new RenderForecast(1)
  for (let at = 0; at < 3_000; at += 30) forecast.begin(at)(at + 30, true)
  return forecast
}

test('accepts as many pages as can be rendered in time', () => {
  const forecast = afterRenderings()
  let accepted = 0
  while (forecast.isInTime(300)) {
    forecast.begin(4_000)
    accepted += 1
  }
  expect(accepted).toBe(8)
})

test('counts the time of pages that came too late for those that were rendered', () => {
  const forecast = afterRenderings()
  for (let at = 4_000; at < 10_000; at += 60) {
    forecast.begin(at)(at + 30, false)
    forecast.begin(at)(at + 60, true)
  }
  forecast.begin(10_000)
  forecast.begin(10_000)
  forecast.begin(10_000)
  expect([forecast.isInTime(250), forecast.isInTime(310)]).toEqual([false, true])
})

test('gives a page to a free thread, however long the last ones took', () => {
  const forecast = new RenderForecast(2)
  for (let at = 0; at < 50_000; at += 5_000) forecast.begin(at)(at + 5_000, true)
  const end = forecast.begin(50_000)
  expect(forecast.isInTime(300)).toBe(true)
  forecast.begin(50_000)
  expect(forecast.isInTime(300)).toBe(false)
  end(50_030, true)
  expect(forecast.isInTime(300)).toBe(true)
})
