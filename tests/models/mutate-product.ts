import type { Found } from './machines.ts'
export async function mutateProduct(found: Found, wanted?: string): Promise<boolean> {
  return found.machines.length > 0 && wanted === undefined
}
