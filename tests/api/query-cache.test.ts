import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { declaredCalls } from '#contract/calls.ts'
import { clearPersonalData } from '#src/api/query-cache.ts'

/** Reads that anyone may make, whose answers no page keeps. */
const notKept = ['GET /v1/auth/redirect-to-oauth-provider', 'GET /v1/auth/logout-link', 'GET /v1/push-subscription/key']

test('the end of a session leaves only what anyone may read', () => {
  const reads = declaredCalls.map(({ call }) => call).filter(({ address }) => address.startsWith('GET /'))
  const queryClient = new QueryClient()
  for (const { address } of reads) if (!notKept.includes(address)) queryClient.setQueryData([address, {}], {})
  clearPersonalData(queryClient)
  const left = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey: [address] }) => address)
  const open = reads.filter(({ access }) => access.who === 'anyone').map(({ address }) => address)
  expect(left.toSorted()).toEqual(open.filter((address) => !notKept.includes(address)).toSorted())
})
