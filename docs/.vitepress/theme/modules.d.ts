/** What the site's bundler makes of files that are no scripts. */
declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
declare module '*.css' {}
