import { afterAll, beforeAll } from 'vitest'

/**
 * Opens something before the tests of a suite and closes it after them. The object is empty until the first test runs;
 * what a later one needs of an earlier one it takes inside `open`.
 */
export function openForSuite<Opened extends object>(
  open: () => Promise<Opened & { close?: () => Promise<void> }>,
): Opened {
  const opened: Partial<Opened & { close: () => Promise<void> }> = {}
  beforeAll(async () => void Object.assign(opened, await open()))
  afterAll(() => opened.close?.())
  return opened as Opened
}
