// The contract as the build puts it in: method and path of every call, no schemas.
import contract from 'virtual:contract'

export { contract }
