use crate::api::testing::client;
use serde_json::json;

#[actix_web::test]
async fn the_catalogue_tells_all_that_an_offer_needs() {
    let client = client().await;
    let answer = client.get("/v1/catalogue").await;
    let catalogue = answer.json();
    assert_eq!(catalogue["next"], json!(null));
    assert_eq!(catalogue["items"].as_array().unwrap().len(), 2);
    let pebbles = &catalogue["items"][0];
    assert_eq!(pebbles["game"], "pebbles");
    assert_eq!(pebbles["designer"], "Anna and Biel");
    assert_eq!(pebbles["ruleset"], "pebbles/1");
    assert_eq!(pebbles["seats"], json!({"min": 2, "max": 4}));
    assert_eq!(pebbles["options"]["defaults"], json!({"heap": 7}));
    assert_eq!(*pebbles, client.get("/v1/catalogue/pebbles").await.json());
    assert_eq!(client.get("/v1/catalogue/chess").await.code(), "not_found");
}

#[actix_web::test]
async fn the_schema_of_the_options_stands_alone() {
    let entry = client().await.get("/v1/catalogue/shells").await.json();
    let schema = &entry["options"]["schema"];
    assert!(!schema.to_string().contains("#/components"));
    let validator = jsonschema::validator_for(schema).unwrap();
    assert!(validator.is_valid(&entry["options"]["defaults"]));
    assert!(validator.is_valid(&json!({})));
    assert!(!validator.is_valid(&json!({"heap": 0})));
    assert!(!validator.is_valid(&json!({"unknown": 0})));
}
