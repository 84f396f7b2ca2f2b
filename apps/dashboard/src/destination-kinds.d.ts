// The build generates this module (build/destination-kinds.ts).
declare module 'virtual:destination-kinds' {
  export const destinationKinds: readonly import('./components/alerts/destination-kind-fields.ts').DestinationKindFields[];
}
