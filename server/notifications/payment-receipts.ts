type Ids = { contractId: string; operationId: string }

/** Where a notification about booked operations of a contract leads to, and the `receipts` of its values. */
export function receiptsOf(contractId: string, operationIds: readonly string[]): { path: string; receipts: string } {
  const [first] = operationIds
  const page = `/contracts-and-payments/${contractId}`
  return {
    path: first === undefined ? page : `${page}?operation=${first}`,
    receipts: operationIds.map((id) => `${contractId}.${id}`).join(' '),
  }
}

/** What `receiptsOf` has named. */
export function readReceipts(receipts = ''): Ids[] {
  return receipts
    .split(' ')
    .filter(Boolean)
    .map((name) => {
      const [contractId = '', operationId = ''] = name.split('.')
      return { contractId, operationId }
    })
}
