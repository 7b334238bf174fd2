import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import placa.ApiClient;
import placa.model.AbstractOpenApiSchema;

/** Sends samples through the models of OpenAPI Generator: JSON to object to JSON. Arguments: SAMPLES OUT. */
public final class RoundTrip {
    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
        ArrayNode made = mapper.createArrayNode();
        for (JsonNode sample : mapper.readTree(new File(args[0]))) {
            made.add(thereAndBack(mapper, sample));
        }
        mapper.writeValue(new File(args[1]), made);
    }

    private static ObjectNode thereAndBack(ObjectMapper mapper, JsonNode sample) {
        ObjectNode made = mapper.createObjectNode();
        try {
            Class<?> type = Class.forName("placa.model." + sample.get("component").asText());
            Object read = mapper.treeToValue(sample.get("value"), type);
            made.set("value", mapper.readTree(mapper.writeValueAsString(read)));
            Object actual = read;
            while (actual instanceof AbstractOpenApiSchema union) {
                actual = union.getActualInstance();
            }
            made.put("class", actual.getClass().getSimpleName());
        } catch (Exception | LinkageError error) {
            made.put("error", error.toString());
        }
        return made;
    }
}
