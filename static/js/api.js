// The reference of the API: Swagger UI draws the document. It asks nobody else, and a token given here stays in the page.

const place = document.getElementById("reference");
SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  persistAuthorization: false,
});
